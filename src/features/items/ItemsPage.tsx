import { Button } from 'react-bootstrap';
import { Link, useLocation } from 'react-router-dom';
import { isRequestError } from '../../store/api';
import { Panel } from '../ui/Panel';
import { countItems } from './card';
import { FilterForm } from './FilterForm';
import { explainNoMatch, type Filters, readFilters } from './filters';
import type { OnAdd } from './ItemCard';
import { ItemGrid, ItemGridSkeleton } from './ItemGrid';
import { useItems } from './useItems';

export function ItemsPage({ onAdd }: { onAdd: OnAdd }) {
  const { search } = useLocation();
  const filters = readFilters(new URLSearchParams(search));
  const { data, isFetching, error, load } = useItems(filters);
  const hasFailed = isRequestError(error) && !isFetching;
  const items = hasFailed ? undefined : data;
  const status = isFetching ? 'Loading items…' : items ? countItems(items.length) : '';

  function renderResults() {
    if (hasFailed) return <LoadFailed onRetry={load} />;
    if (!items) return <ItemGridSkeleton />;
    if (items.length === 0) return <NoItems filters={filters} />;
    return <ItemGrid items={items} onAdd={onAdd} />;
  }

  return (
    <>
      <div className="d-flex flex-wrap align-items-baseline justify-content-between gap-2 pt-4 pb-3">
        <h1 className="mb-0">Explore Our Items</h1>
        <p className="result-count mb-0 text-end text-body-secondary" role="status">
          {/* A new element for a new text, because text that grows from the right counts as a layout shift. */}
          <span key={status}>{status}</span>
        </p>
      </div>
      <FilterForm filters={filters} />
      <div className={isFetching && items ? 'results stale' : 'results'} aria-busy={isFetching}>
        {renderResults()}
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
