import { skipToken } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { Link, useLocation, useMatch } from 'react-router-dom';
import { isFailure } from '../../store/api';
import { useAppDispatch } from '../../store/hooks';
import { Panel } from '../ui/Panel';
import { useArrival } from '../ui/useArrival';
import { countItems } from './card';
import { FilterForm } from './FilterForm';
import { explainNoMatch, type Filters, readFilters, toQuery, toSearch } from './filters';
import type { OnAdd } from './ItemCard';
import { ItemGrid, ItemGridSkeleton } from './ItemGrid';
import { useGetItemsQuery } from './itemsApi';
import { loadItems } from './itemsSlice';

/** The list's screen; while another one is shown, its list alone, hidden, so that thousands of cards need not come back. */
export function ItemsPage({ onAdd }: { onAdd: OnAdd }) {
  const dispatch = useAppDispatch();
  const { search } = useLocation();
  const isShown = useMatch('/items') !== null;
  const filters = readFilters(new URLSearchParams(search));
  const load = () => void dispatch(loadItems(filters));
  // Before the query's own effect: `loadItems` would take its request for an older one, and break it off.
  useArrival(() => isShown && load(), toSearch(filters), toSearch({}, search));
  const { currentData, isFetching, error } = useGetItemsQuery(isShown ? toQuery(filters) : skipToken);
  const hasFailed = isFailure(error) && !isFetching;
  // A list stays while the next one loads, but from no earlier visit.
  const [last, setLast] = useState(currentData);
  const latest = isShown ? (currentData ?? last) : undefined;
  if (latest !== last) setLast(latest);
  // An arrival at filters that have failed before finds that failure, until its own load begins.
  const items = hasFailed ? undefined : latest;
  const status = isFetching ? 'Loading items…' : items ? countItems(items.length) : '';

  function renderResult() {
    if (hasFailed) return <LoadFailed onRetry={load} />;
    if (!items) return <ItemGridSkeleton />;
    return items.length === 0 && <NoItems filters={filters} />;
  }

  return (
    <>
      {isShown && (
        <>
          <div className="d-flex flex-wrap align-items-baseline justify-content-between gap-2 pt-4 pb-3">
            <h1 className="mb-0">Explore Our Items</h1>
            <p className="result-count mb-0 text-end text-body-secondary" role="status">
              {/* A new element for a new text: a text that grows from the right would count as a layout shift. */}
              <span key={status}>{status}</span>
            </p>
          </div>
          <FilterForm filters={filters} />
        </>
      )}
      <div
        className={isFetching && items ? 'results stale' : 'results'}
        aria-busy={isFetching}
        hidden={!isShown}
      >
        {isShown && renderResult()}
        <ItemGrid items={items} isShown={isShown} onAdd={onAdd} />
      </div>
    </>
  );
}

const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Panel icon="alert" title="The items could not be loaded." role="alert">
    <p className="text-body-secondary">Check your connection and try again.</p>
    <Button onClick={onRetry}>Try again</Button>
  </Panel>
);

const NoItems = ({ filters }: { filters: Filters }) => (
  <Panel icon="funnel" title="No items match these filters.">
    <p className="text-body-secondary">{explainNoMatch(filters)}</p>
    <Link className="btn btn-outline-primary" to="/items">
      Show all items
    </Link>
  </Panel>
);
