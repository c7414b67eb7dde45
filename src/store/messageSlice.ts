import {
  createSlice,
  isAllOf,
  isAnyOf,
  isFulfilled,
  isRejected,
  type ListenerEffectAPI,
  type PayloadAction,
  type WithSlice,
} from '@reduxjs/toolkit';
import { isFailedRequest } from './api';
import { generatedApi } from './api.generated';
import type { Browser } from './browser';
import { type EndpointName, type Message, messages } from './messages';
import type { AppDispatch, AppThunk, RootState, StartListening } from './state';

const initialState = {
  /** The message in the page, and the request that it is about. */
  inPage: null as null | { text: string; requestId: string },
  /** The ids of the requests in flight that raise no message. */
  silentRequests: [] as string[],
  /** The queries whose messages the page wants, once for each component that wants them. */
  wantedQueries: [] as string[],
};

type RequestMeta = { requestId: string; arg: { type: string; endpointName: string } };

export const messageSlice = createSlice({
  name: 'message',
  initialState,
  reducers: {
    messageShown(state, { payload }: PayloadAction<{ text: string; requestId: string }>) {
      state.inPage = payload;
    },
    messageClosed(state) {
      state.inPage = null;
    },
    requestSilenced(state, { payload }: PayloadAction<string>) {
      state.silentRequests.push(payload);
    },
    queryWanted({ wantedQueries }, { payload }: PayloadAction<EndpointName>) {
      wantedQueries.push(payload);
    },
    queryUnwanted({ wantedQueries }, { payload }: PayloadAction<EndpointName>) {
      wantedQueries.splice(wantedQueries.indexOf(payload), 1);
    },
  },
  extraReducers: (builder) =>
    builder.addMatcher(isAnyOf(isFulfilled, isRejected), (state, { meta }) => {
      state.silentRequests = state.silentRequests.filter((id) => id !== meta.requestId);
    }),
  selectors: {
    selectMessage: ({ inPage }) => inPage,
    selectIsSilent: ({ silentRequests, wantedQueries }, { requestId, arg }: RequestMeta) =>
      silentRequests.includes(requestId) ||
      (arg.type === 'query' && !wantedQueries.includes(arg.endpointName)),
  },
});

declare module './state' {
  interface RootState extends WithSlice<typeof messageSlice> {}
}

const { messageShown, requestSilenced } = messageSlice.actions;
export const { messageClosed, queryWanted, queryUnwanted } = messageSlice.actions;
export const { selectMessage } = messageSlice.selectors;
const { selectIsSilent } = messageSlice.selectors;

type ListenerApi = ListenerEffectAPI<RootState, AppDispatch, Browser>;

/** Raises the message of `messages` when a request succeeds or fails. */
export function addMessageListeners(startListening: StartListening) {
  for (const [name, { success, failure }] of Object.entries(messages)) {
    const { matchFulfilled, matchRejected } = generatedApi.endpoints[name as EndpointName];
    if (success) startListening({ matcher: matchFulfilled, effect: (...args) => raise(success, ...args) });
    if (failure) {
      const matcher = isAllOf(matchRejected, isFailedRequest);
      startListening({ matcher, effect: (...args) => raise(failure, ...args) });
    }
  }
}

function raise({ channel, text }: Message, { meta }: { meta: RequestMeta }, listener: ListenerApi) {
  // The state before this action, because a settled request is no longer in the list.
  if (selectIsSilent(listener.getOriginalState(), meta)) return;
  if (channel === 'page') listener.dispatch(messageShown({ text, requestId: meta.requestId }));
  else listener.extra.alert(text);
}

/** Sends a request that raises no message, for calls that the shopper did not ask for. */
export const sendSilently =
  <Sent extends { requestId: string }>(request: AppThunk<Sent>): AppThunk<Sent> =>
  (dispatch) => {
    const sent = dispatch(request);
    dispatch(requestSilenced(sent.requestId));
    return sent;
  };
