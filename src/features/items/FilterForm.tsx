import { type FormEvent, useRef } from 'react';
import { Button, Card, Col, Form, Row } from 'react-bootstrap';
import { useLocation, useNavigate } from 'react-router-dom';
import { Field } from '../ui/Field';
import { useArrival } from '../ui/useArrival';
import { type Filters, filterNames, readFilters, toSearch } from './filters';

const price = { type: 'number', step: 'any', inputMode: 'decimal' } as const;

/** Writes the filters into the address; arriving there loads the list. `filters` is what it was loaded with. */
export function FilterForm({ filters }: { filters: Filters }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useRef(true);

  useArrival(
    () => {
      // Not on the first arrival: the shopper may have written before the script came. And not what else may be in the form.
      if (!isFirst.current)
        for (const name of filterNames) {
          const field = form.current?.elements.namedItem(name) as HTMLInputElement;
          field.value = field.defaultValue;
        }
      isFirst.current = false;
    },
    toSearch(filters),
    toSearch({}, search),
  );

  function handleApply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = toSearch(readFilters(new FormData(event.currentTarget)), search);
    // Equal filters load again too, but need no second place in the history.
    navigate({ search: next }, { replace: next === search });
  }

  return (
    <div className="filters bg-body d-print-none">
      <Card body>
        <Form ref={form} aria-label="Filters" autoComplete="off" onSubmit={handleApply}>
          <Row className="g-2 g-sm-3">
            <Col xs={6} md={3} lg={2}>
              <Field {...price} label="Min Price" name="priceMin" defaultValue={filters.priceMin} />
            </Col>
            <Col xs={6} md={3} lg={2}>
              <Field {...price} label="Max Price" name="priceMax" defaultValue={filters.priceMax} />
            </Col>
            <Col xs={12} sm={7} md>
              <Field label="Category" name="category" defaultValue={filters.category} />
            </Col>
            <Col xs={12} sm={5} md="auto" className="d-grid align-self-end">
              <Button type="submit">Apply Filters</Button>
            </Col>
          </Row>
        </Form>
      </Card>
    </div>
  );
}
