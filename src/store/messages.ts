import { isAllOf } from '@reduxjs/toolkit';
import { isFailedRequest } from './api';
import { generatedApi } from './api.generated';
import type { StartListening } from './state';

type EndpointName = keyof typeof generatedApi.endpoints;

/** The alerts that a shopper sees when a request succeeds or fails: those of the specification, and no other. */
export const messages: Record<EndpointName, { success?: string; failure?: string }> = {
  signup: { success: 'Signup successful', failure: 'Signup failed. Please try again.' },
  login: { success: 'Login successful', failure: 'Login failed. Please check your credentials.' },
  getItems: {},
  getCart: { failure: 'Please login to view your cart.' },
  addToCart: { success: 'Item added to cart!', failure: 'Please login to add items to cart.' },
  removeFromCart: { failure: 'Error removing item.' },
};

export function addMessageListeners(startListening: StartListening) {
  for (const [name, { success, failure }] of Object.entries(messages)) {
    const { matchFulfilled, matchRejected } = generatedApi.endpoints[name as EndpointName];
    if (success) startListening({ matcher: matchFulfilled, effect: (_, { extra }) => extra.alert(success) });
    if (failure) {
      const matcher = isAllOf(matchRejected, isFailedRequest);
      startListening({ matcher, effect: (_, { extra }) => extra.alert(failure) });
    }
  }
}
