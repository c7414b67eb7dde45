import type { generatedApi } from './api.generated';

export type EndpointName = keyof typeof generatedApi.endpoints;

/** What the shopper is told: by a browser alert, or by a text in the page. */
export type Message = { channel: 'alert' | 'page'; text: string };

const alert = (text: string): Message => ({ channel: 'alert', text });

/**
 * What the shopper is told when a request succeeds or fails. The specification wants alerts, and none where the row has no
 * message. The messages of a query are raised while a component with `useMessagesOf` is mounted.
 */
export const messages: Record<EndpointName, { success?: Message; failure?: Message }> = {
  signup: { success: alert('Signup successful'), failure: alert('Signup failed. Please try again.') },
  login: {
    success: alert('Login successful'),
    failure: alert('Login failed. Please check your credentials.'),
  },
  getItems: {},
  getCart: { failure: alert('Please login to view your cart.') },
  addToCart: {
    success: alert('Item added to cart!'),
    failure: alert('Please login to add items to cart.'),
  },
  removeFromCart: { failure: alert('Error removing item.') },
};
