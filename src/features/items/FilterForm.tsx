import { type FormEvent, useRef } from 'react';
import { Button, Card, Col, type ColProps, Row } from 'react-bootstrap';
import { useLocation, useNavigate } from 'react-router-dom';
import { Field, type FieldProps } from '../ui/Field';
import { useOnVisit } from '../ui/useOnVisit';
import { type FilterName, type Filters, filterNames, readFilters, toSearch } from './filters';

const price = { type: 'number', step: 'any', inputMode: 'decimal', currency: '$' } as const;

/** The field of each filter, and the columns that it takes in the form. */
const fields: Record<FilterName, { columns: ColProps; field: Omit<FieldProps, 'name'> }> = {
  priceMin: { columns: { xs: 6, md: 3, lg: 2 }, field: { ...price, label: 'Min Price' } },
  priceMax: { columns: { xs: 6, md: 3, lg: 2 }, field: { ...price, label: 'Max Price' } },
  category: { columns: { xs: 12, sm: 7, md: true }, field: { label: 'Category' } },
};

/** Writes the filters into the address; that navigation loads the list. */
export function FilterForm({ filters }: { filters: Filters }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const isFirstVisit = useRef(true);

  useOnVisit(() => {
    // The first visit keeps what the shopper has typed before hydration.
    if (!isFirstVisit.current) fillFields(form.current, filters);
    isFirstVisit.current = false;
  });

  function handleApply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const nextSearch = toSearch(readFilters(new FormData(event.currentTarget)));
    // The same filters load the list again, but need no second history entry.
    navigate({ search: nextSearch }, { replace: nextSearch === search });
    const filters = event.currentTarget.closest('.filters');
    const results = filters?.nextElementSibling;
    // Sticky filters cover the first results once the page is scrolled.
    if (filters && results && results.getBoundingClientRect().top < filters.getBoundingClientRect().bottom)
      scrollTo(0, 0);
  }

  return (
    <div className="filters bg-body d-print-none">
      <Card body>
        <form ref={form} aria-label="Filters" autoComplete="off" onSubmit={handleApply}>
          <Row className="g-3">
            {filterNames.map((name) => (
              <Col key={name} {...fields[name].columns}>
                <Field {...fields[name].field} name={name} defaultValue={filters[name]} />
              </Col>
            ))}
            <Col xs={12} sm={5} md="auto" className="d-grid align-self-end">
              <Button type="submit">Apply Filters</Button>
            </Col>
          </Row>
        </form>
      </Card>
    </div>
  );
}

/** Shows the filters of the address after Back or a link. Leaves other fields of the form alone. */
function fillFields(form: HTMLFormElement | null, filters: Filters) {
  for (const name of filterNames) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.value = filters[name] ?? '';
    }
  }
}
