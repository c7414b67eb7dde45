import type { ThunkAction, ThunkDispatch, TypedStartListening, UnknownAction } from '@reduxjs/toolkit';
import type { Browser } from './browser';

/** The whole state. Open: each slice adds itself beside its definition, so that the store knows no feature. */
export interface RootState {}

export type AppDispatch = ThunkDispatch<RootState, Browser, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, Browser, UnknownAction>;
export type StartListening = TypedStartListening<RootState, AppDispatch, Browser>;
