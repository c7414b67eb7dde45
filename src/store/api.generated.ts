import { api } from "./api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    signup: build.mutation<SignupApiResponse, SignupApiArg>({
      query: (queryArg) => ({
        url: `/auth/signup`,
        method: "POST",
        body: queryArg,
      }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/auth/login`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getItems: build.query<GetItemsApiResponse, GetItemsApiArg>({
      query: (queryArg) => ({
        url: `/items`,
        params: {
          priceMin: queryArg.priceMin,
          priceMax: queryArg.priceMax,
          category: queryArg.category,
        },
      }),
    }),
    getCart: build.query<GetCartApiResponse, GetCartApiArg>({
      query: () => ({ url: `/cart` }),
    }),
    addToCart: build.mutation<AddToCartApiResponse, AddToCartApiArg>({
      query: (queryArg) => ({
        url: `/cart/add`,
        method: "POST",
        body: queryArg,
      }),
    }),
    removeFromCart: build.mutation<
      RemoveFromCartApiResponse,
      RemoveFromCartApiArg
    >({
      query: (queryArg) => ({
        url: `/cart/remove`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type SignupApiResponse =
  | /** status 200 The token that authorizes the cart calls. */ AuthResponse
  | /** status 2XX The token that authorizes the cart calls. */ AuthResponse;
export type SignupApiArg = SignupRequest;
export type LoginApiResponse =
  | /** status 200 The token that authorizes the cart calls. */ AuthResponse
  | /** status 2XX The token that authorizes the cart calls. */ AuthResponse;
export type LoginApiArg = LoginRequest;
export type GetItemsApiResponse =
  | /** status 200 The matching items; an empty list if no item matches. */ Item[]
  | /** status 2XX The matching items; an empty list if no item matches. */ Item[];
export type GetItemsApiArg = {
  /** Lowest price in dollars, inclusive. */
  priceMin?: number;
  /** Highest price in dollars, inclusive. */
  priceMax?: number;
  /** Category name, case-insensitive. */
  category?: string;
};
export type GetCartApiResponse =
  | /** status 200 The cart lines; an empty list if the cart is empty. */ CartLine[]
  | /** status 2XX The cart lines; an empty list if the cart is empty. */ CartLine[];
export type GetCartApiArg = void;
export type AddToCartApiResponse = unknown;
export type AddToCartApiArg = AddToCartRequest;
export type RemoveFromCartApiResponse = unknown;
export type RemoveFromCartApiArg = RemoveFromCartRequest;
export type AuthResponse = {
  /** Opaque bearer token: visible ASCII, so that it can be sent in a header. It cannot be guessed or forged, and contains no password. */
  token: string;
};
export type SignupRequest = {
  /** Display name. */
  name: string;
  /** Identifies the account. */
  email: string;
  /** Never returned. */
  password: string;
};
export type LoginRequest = {
  /** The account's email. */
  email: string;
  /** The account's password. */
  password: string;
};
export type Item = {
  /** Opaque identifier. */
  _id: string;
  /** Name shown to shoppers. */
  name: string;
  /** One or two sentences. The store shows tags as text. */
  description: string;
  /** The category of the item. */
  category: string;
  /** Price of one piece in dollars. */
  price: number;
};
export type CartItem = {
  /** The item's identifier. */
  _id: string;
  /** The item's name. */
  name: string;
  /** Price of one piece in dollars. */
  price: number;
};
export type CartLine = {
  item: CartItem;
  /** Pieces of the item. */
  quantity: number;
};
export type AddToCartRequest = {
  /** The item to add. */
  itemId: string;
  /** Pieces to add. The default is 1. */
  quantity?: number;
};
export type RemoveFromCartRequest = {
  /** The item whose line is removed. */
  itemId: string;
};
export const {
  useSignupMutation,
  useLoginMutation,
  useGetItemsQuery,
  useGetCartQuery,
  useAddToCartMutation,
  useRemoveFromCartMutation,
} = injectedRtkApi;
