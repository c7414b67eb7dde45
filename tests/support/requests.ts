import { generatedApi } from '../../src/store/api.generated';
import type { EndpointName } from '../../src/store/messages';
import type { AppDispatch } from '../../src/store/state';

const { signup, login, getItems, getCart, addToCart, removeFromCart } = generatedApi.endpoints;
const account = { email: 'ada@example.com', password: 'x' };

type ExampleRequest = {
  send: (dispatch: AppDispatch) => PromiseLike<{ error?: unknown }>;
  /** A response that counts as a success. */
  response: unknown;
};

/** An example of a request and its response for each endpoint. */
export const exampleRequests: Record<EndpointName, ExampleRequest> = {
  signup: {
    send: (dispatch) => dispatch(signup.initiate({ name: 'Ada', ...account })),
    response: { token: 'abc' },
  },
  login: { send: (dispatch) => dispatch(login.initiate(account)), response: { token: 'abc' } },
  getItems: { send: (dispatch) => dispatch(getItems.initiate({})), response: [] },
  getCart: { send: (dispatch) => dispatch(getCart.initiate()), response: [] },
  addToCart: { send: (dispatch) => dispatch(addToCart.initiate({ itemId: 'a' })), response: {} },
  removeFromCart: { send: (dispatch) => dispatch(removeFromCart.initiate({ itemId: 'a' })), response: {} },
};
