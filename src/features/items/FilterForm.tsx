import { type FormEvent, useEffect, useRef } from 'react';
import Button from 'react-bootstrap/Button';
import FormControl from 'react-bootstrap/FormControl';
import FormGroup from 'react-bootstrap/FormGroup';
import FormLabel from 'react-bootstrap/FormLabel';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppSelector } from '../../store/hooks';
import { ClientOnly } from '../ui/ClientOnly';
import { selectCategories } from './categories';
import { type Filters, readFilters, toSearch } from './filters';

const price = {
  type: 'number',
  step: 'any',
  inputMode: 'decimal',
  enterKeyHint: 'search',
  autoComplete: 'off',
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
      <form ref={form} className="surface p-3" aria-label="Filters" onSubmit={handleApply}>
        <div className="row g-2 g-sm-3 align-items-end">
          <FormGroup className="col-6 col-md-3 col-lg-2" controlId="priceMin">
            <FormLabel>Min Price</FormLabel>
            <FormControl {...price} name="priceMin" defaultValue={filters.priceMin} />
          </FormGroup>
          <FormGroup className="col-6 col-md-3 col-lg-2" controlId="priceMax">
            <FormLabel>Max Price</FormLabel>
            <FormControl {...price} name="priceMax" defaultValue={filters.priceMax} />
          </FormGroup>
          <FormGroup className="col-12 col-sm-7 col-md" controlId="category">
            <FormLabel>Category</FormLabel>
            <FormControl
              name="category"
              type="text"
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="search"
              list="categories"
              defaultValue={filters.category}
            />
            <ClientOnly>
              <Categories />
            </ClientOnly>
          </FormGroup>
          <div className="col-12 col-sm-5 col-md-auto d-grid">
            <Button type="submit">Apply Filters</Button>
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
