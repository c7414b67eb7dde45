import { hasNoResponse, type LoadError } from '../../store/api';

/** Why a load has failed, for shoppers. */
export const explainLoadError = (error: LoadError) =>
  hasNoResponse(error)
    ? 'Check your connection and try again.'
    : 'The shop has a problem. Please try again later.';
