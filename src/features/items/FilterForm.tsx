import { type FormEvent, useEffect, useRef } from 'react';
import Button from 'react-bootstrap/Button';
import Form from 'react-bootstrap/Form';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Filters, readFilters, toSearch } from './filters';

const price = { type: 'number', step: 'any', inputMode: 'decimal', autoComplete: 'off' } as const;

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
      <Form ref={form} className="surface p-3" aria-label="Filters" onSubmit={handleApply}>
        <div className="row g-2 g-sm-3 align-items-end">
          <Form.Group className="col-6 col-md-3 col-lg-2" controlId="priceMin">
            <Form.Label>Min Price</Form.Label>
            <Form.Control {...price} name="priceMin" defaultValue={filters.priceMin} />
          </Form.Group>
          <Form.Group className="col-6 col-md-3 col-lg-2" controlId="priceMax">
            <Form.Label>Max Price</Form.Label>
            <Form.Control {...price} name="priceMax" defaultValue={filters.priceMax} />
          </Form.Group>
          <Form.Group className="col-12 col-sm-7 col-md" controlId="category">
            <Form.Label>Category</Form.Label>
            <Form.Control
              name="category"
              type="text"
              autoComplete="off"
              autoCapitalize="none"
              defaultValue={filters.category}
            />
          </Form.Group>
          <div className="col-12 col-sm-5 col-md-auto d-grid">
            <Button type="submit">Apply Filters</Button>
          </div>
        </div>
      </Form>
    </div>
  );
}
