import type { generatedApi } from './api.generated';

export type EndpointName = keyof typeof generatedApi.endpoints;

/** The alert texts of each endpoint. A missing text means no alert: the specification defines none. */
export const messages: Record<EndpointName, { success?: string; failure?: string }> = {
  signup: { success: 'Signup successful', failure: 'Signup failed. Please try again.' },
  login: { success: 'Login successful', failure: 'Login failed. Please check your credentials.' },
  getItems: {},
  getCart: { failure: 'Please login to view your cart.' },
  addToCart: { success: 'Item added to cart!', failure: 'Please login to add items to cart.' },
  removeFromCart: { failure: 'Error removing item.' },
};
