import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppSelector } from '../../store/hooks';
import { ClientOnly } from '../ui/ClientOnly';
import { Field } from '../ui/Field';
import { selectCategories } from './categories';
import { type Filters, readFilters, toSearch } from './filters';

const price = {
  className: 'col-6 col-md-3 col-lg-2',
  type: 'number',
  step: 'any',
  inputMode: 'decimal',
  enterKeyHint: 'search',
} as const;

/** Writes the filters into the address; arriving there loads the list. `filters` is what it was loaded with. */
export function FilterForm({ filters }: { filters: Filters }) {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(key);

  useEffect(() => {
    // Not on the first arrival: the shopper may have written before the script came.
    if (shown.current !== key) form.current?.reset();
    shown.current = key;
  }, [key]);

  function handleApply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = toSearch(readFilters(new FormData(event.currentTarget)));
    // Equal filters load again too, but need no second place in the history.
    navigate({ search: next }, { replace: next === search });
  }

  return (
    <div className="filters">
      <form ref={form} className="surface p-3" aria-label="Filters" autoComplete="off" onSubmit={handleApply}>
        <div className="row g-2 g-sm-3">
          <Field {...price} label="Min Price" name="priceMin" defaultValue={filters.priceMin} />
          <Field {...price} label="Max Price" name="priceMax" defaultValue={filters.priceMax} />
          <Field
            className="col-12 col-sm-7 col-md"
            label="Category"
            name="category"
            autoCapitalize="none"
            enterKeyHint="search"
            list="categories"
            defaultValue={filters.category}
          />
          <ClientOnly>
            <Categories />
          </ClientOnly>
          <div className="col-12 col-sm-5 col-md-auto d-grid align-self-end">
            <button type="submit" className="btn btn-primary">
              Apply Filters
            </button>
          </div>
        </div>
      </form>
    </div>
  );
}

const Categories = () => (
  <datalist id="categories">
    {useAppSelector(selectCategories).map((category) => (
      <option key={category} value={category} />
    ))}
  </datalist>
);
