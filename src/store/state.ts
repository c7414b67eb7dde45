import type { ThunkAction, ThunkDispatch, TypedStartListening, UnknownAction } from '@reduxjs/toolkit';
import type { Browser } from './browser';

/** The whole state. Each slice extends this interface next to its definition, so that store/ imports no feature. */
export interface RootState {}

export type AppDispatch = ThunkDispatch<RootState, Browser, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, Browser, UnknownAction>;
export type StartListening = TypedStartListening<RootState, AppDispatch, Browser>;
