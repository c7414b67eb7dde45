import { useEffect, useState } from 'react';
import { Button } from 'react-bootstrap';
import { Link, useLocation } from 'react-router-dom';
import { isLoadError, type LoadError } from '../../store/api';
import { toSearch } from '../../store/apiUrl';
import { explainLoadError } from '../ui/explainLoadError';
import { moveFocusOnUnmount } from '../ui/focus';
import { formatItemCount } from '../ui/formatItemCount';
import { Panel } from '../ui/Panel';
import { useHydrated } from '../ui/useHydrated';
import { FilterForm } from './FilterForm';
import { describeFilters, explainNoMatch, type Filters, hasFilters, parseFilters } from './filters';
import type { OnAdd } from './ItemCard';
import { ItemGrid, ItemGridSkeleton } from './ItemGrid';
import { rememberItemCount } from './itemCount';
import { useItems } from './useItems';
import './ItemsPage.css';

export function ItemsPage({ heading, onAdd }: { heading: string; onAdd: OnAdd }) {
  const { search, key } = useLocation();
  const isHydrated = useHydrated();
  const filters = parseFilters(new URLSearchParams(search));
  const { data, currentData, isFetching, error, load } = useItems(filters);
  const failure = !isFetching && isLoadError(error) ? error : undefined;
  const items = failure ? undefined : data;
  const isReloading = isFetching && items !== undefined;
  // The filters of `data`. While the page still shows the previous list, it describes the filters of that list.
  const [dataFilters, setDataFilters] = useState(filters);
  if (currentData && toSearch(dataFilters) !== toSearch(filters)) setDataFilters(filters);
  const { text, range } = describeFilters(items ? dataFilters : filters);
  const filterSummary = isHydrated ? [text, range].filter(Boolean).join(' · ') : '';
  const status = isFetching ? 'Loading items…' : items ? formatItemCount(items.length) : '';

  const itemCount = items?.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry has its own count
  useEffect(() => {
    if (itemCount !== undefined) rememberItemCount(itemCount);
  }, [key, itemCount]);

  function renderResults() {
    if (failure) return <LoadFailed error={failure} onRetry={load} />;
    if (!items) return <ItemGridSkeleton />;
    if (items.length === 0) return <NoItems filters={dataFilters} />;
    return <ItemGrid items={items} onAdd={onAdd} />;
  }

  return (
    <>
      <div className="title-row list-title pt-4 pb-3">
        <h1 className="mb-0">{heading}</h1>
        <p className="result-count mb-0 text-body-secondary" role="status">
          {/* The key changes with the count and the summary. A new element is no layout shift; a moved one is. */}
          {status && (
            <span key={status + filterSummary} className={isFetching ? 'loading' : undefined}>
              {status}
            </span>
          )}
        </p>
        {/* Empty until hydration. Its styles reserve its height. */}
        <div className="applied text-body-secondary">
          {filterSummary && (
            <div className="d-grid align-items-end column-gap-3">
              <div className="filter-summary d-flex text-break" title={filterSummary}>
                {text && <span className="text-truncate">{text}</span>}
                <span>{text && range ? `\u00a0·\u00a0${range}` : range}</span>
              </div>
              {/* The link is a large touch target: padding of inline text does not move the lines. */}
              <div className="d-print-none" ref={moveFocusOnUnmount}>
                <Link className="py-3 text-nowrap" to="/items">
                  Clear filters
                </Link>
              </div>
            </div>
          )}
        </div>
      </div>
      <FilterForm filters={filters} isPending={isReloading} />
      <div className="results" aria-busy={isFetching}>
        {renderResults()}
      </div>
    </>
  );
}

const LoadFailed = ({ error, onRetry }: { error: LoadError; onRetry: () => void }) => (
  <Panel icon="alert" title="The items could not be loaded." text={explainLoadError(error)} role="alert">
    <Button onClick={onRetry}>Try again</Button>
  </Panel>
);

const NoItems = ({ filters }: { filters: Filters }) =>
  !hasFilters(filters) ? (
    <Panel icon="bag" title="There are no items yet." text="Come back soon." />
  ) : (
    <Panel icon="funnel" title="No items match these filters." text={explainNoMatch(filters)}>
      <Link className="btn btn-outline-primary" to="/items">
        Show all items
      </Link>
    </Panel>
  );
