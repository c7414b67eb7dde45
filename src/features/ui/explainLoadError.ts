import type { LoadError } from '../../store/api';

/** Why a load has failed, for shoppers. Only a missing or incomplete response (`PARSING_ERROR`) is blamed on the connection. */
export const explainLoadError = (error: LoadError) =>
  'status' in error && /^(FETCH|TIMEOUT|PARSING)_ERROR$/.test(String(error.status))
    ? 'Check your connection and try again.'
    : 'The shop has a problem. Please try again later.';
