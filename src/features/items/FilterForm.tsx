import { type FormEvent, useRef, type WheelEvent } from 'react';
import { Card, Row } from 'react-bootstrap';
import { useNavigate } from 'react-router-dom';
import { toSearch } from '../../store/apiUrl';
import { useOnNavigation } from '../../store/useOnNavigation';
import { Field, type FieldProps } from '../ui/Field';
import { PendingButton } from '../ui/PendingButton';
import { type FilterName, type Filters, fillFields, filterNames, parseFilters } from './filters';
import './FilterForm.css';

/** Chromium steps a focused number field by the wheel, and the page does not scroll. It does if the field is read-only. */
function scrollPage({ currentTarget: field }: WheelEvent<HTMLInputElement>) {
  field.readOnly = true;
  // In a new task: after the browser has handled the event.
  setTimeout(() => {
    field.readOnly = false;
  });
}

const priceProps = {
  type: 'number',
  step: 'any',
  inputMode: 'decimal',
  currency: '$',
  onWheel: scrollPage,
} as const;

/** Field props and column classes per filter. Plain classes, because `Col` adds 0.4 kB to every page. */
const fields: Record<FilterName, { column: string; field: Omit<FieldProps, 'name'> }> = {
  priceMin: { column: 'col-6 col-md-3 col-lg-2', field: { ...priceProps, label: 'Min Price' } },
  priceMax: { column: 'col-6 col-md-3 col-lg-2', field: { ...priceProps, label: 'Max Price' } },
  category: { column: 'col-12 col-sm-7 col-md', field: { label: 'Category' } },
};

/** Writes the filters into the URL. That navigation loads the list. `isPending`: a list is loading while the page shows the previous one. */
export function FilterForm({ filters, isPending }: { filters: Filters; isPending: boolean }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);

  // Syncs the fields with the URL after Back or a link.
  useOnNavigation(() => fillFields(form.current, filters, 'value'));

  function handleApply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const search = toSearch(parseFilters(new FormData(event.currentTarget)));
    // Unchanged filters reload the list without a new history entry.
    navigate({ search }, { replace: search === toSearch(filters) });
    // Closes a phone's keyboard, which would cover the list.
    if (matchMedia('(pointer: coarse)').matches) form.current?.querySelector('button')?.focus();
    // App does not scroll after a REPLACE to the same screen.
    scrollTo(0, 0);
  }

  return (
    <div className="filters bg-body pb-4 d-print-none">
      <Card body>
        <form ref={form} aria-label="Filters" autoComplete="off" onSubmit={handleApply}>
          <Row className="g-3">
            {filterNames.map((name) => (
              <div key={name} className={fields[name].column}>
                {/* Needs no `useHydrated`: early/inline.ts has filled the same values into the page. Without a default value, React */}
                {/* would keep the text of the previous address after Back during hydration. */}
                <Field
                  {...fields[name].field}
                  name={name}
                  defaultValue={filters[name] ?? ''}
                  enterKeyHint="search"
                />
              </div>
            ))}
            <div className="col-12 col-sm-5 col-md-auto d-grid align-self-end">
              <PendingButton type="submit" className="btn-primary" isPending={isPending} isRepeatable>
                Apply Filters
              </PendingButton>
            </div>
          </Row>
        </form>
      </Card>
    </div>
  );
}
