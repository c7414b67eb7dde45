import { useEffect } from 'react';
import { useAppDispatch } from './hooks';
import { queryUnwanted, queryWanted } from './messageSlice';
import type { EndpointName } from './messages';

/** Raises the messages of a query while the component is mounted. Without such a component, the query is silent. */
export function useMessagesOf(query: EndpointName) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(queryWanted(query));
    return () => void dispatch(queryUnwanted(query));
  }, [dispatch, query]);
}
