import { Button } from 'react-bootstrap';
import { Link, useLocation } from 'react-router-dom';
import { isFailure } from '../../store/api';
import type { Item } from '../../store/api.generated';
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

const none: Item[] = [];

export function ItemsPage({ onAdd }: { onAdd: OnAdd }) {
  const dispatch = useAppDispatch();
  const { search } = useLocation();
  const filters = readFilters(new URLSearchParams(search));
  const load = () => void dispatch(loadItems(filters));
  // Before the query's own effect: `loadItems` would take its request for an older one, and break it off.
  useArrival(load, toSearch(filters), toSearch({}, search));
  const { data: items, isFetching, error } = useGetItemsQuery(toQuery(filters));
  const hasFailed = isFailure(error) && !isFetching;

  const status = isFetching ? 'Loading items…' : items && !hasFailed ? countItems(items.length) : '';

  function renderResult() {
    if (hasFailed) return <LoadFailed onRetry={load} />;
    if (!items) return <ItemGridSkeleton />;
    return items.length === 0 && <NoItems filters={filters} />;
  }

  return (
    <>
      <div className="d-flex flex-wrap align-items-baseline justify-content-between gap-2 pt-4 pb-3">
        <h1 className="mb-0">Explore Our Items</h1>
        <p className="result-count mb-0 text-end text-body-secondary" role="status">
          {/* A new element for a new text: a text that grows from the right would count as a layout shift. */}
          <span key={status}>{status}</span>
        </p>
      </div>
      <FilterForm filters={filters} />
      <div className={isFetching && items ? 'results stale' : 'results'} aria-busy={isFetching}>
        {renderResult()}
        {/* Also without items, so that a long list before can go in steps. */}
        <ItemGrid items={(!hasFailed && items) || none} onAdd={onAdd} />
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
