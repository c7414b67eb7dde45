import { act, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { SAME_VISIT, useOnVisit } from './useOnVisit';

let navigate: NavigateFunction;
const onVisit = vi.fn();

function Visitor({ visitKey }: { visitKey: string | null }) {
  navigate = useNavigate();
  useOnVisit(onVisit, visitKey);
  return null;
}

const app = (visitKey: string | null = null) => (
  <StrictMode>
    <MemoryRouter>
      <Visitor visitKey={visitKey} />
    </MemoryRouter>
  </StrictMode>
);

test('mount, links, the same address, Back and Forward are visits; a marked navigation is not', () => {
  onVisit.mockClear();
  render(app());
  expect(onVisit).toHaveBeenCalledExactlyOnceWith(true);
  const steps: [() => unknown, visits: number][] = [
    [() => navigate('/a'), 2],
    [() => navigate('/a'), 3],
    [() => navigate('/a?sort=price', { state: SAME_VISIT }), 3],
    [() => navigate('/a?sort=name', { state: SAME_VISIT, replace: true }), 3],
    [() => navigate(-1), 4],
    [() => navigate(1), 5],
  ];
  for (const [step, visits] of steps) {
    act(() => void step());
    expect(onVisit).toHaveBeenCalledTimes(visits);
  }
  expect(onVisit).toHaveBeenLastCalledWith(false);
});

test('another key is a visit, also from none to the text "null"', () => {
  onVisit.mockClear();
  const { rerender } = render(app());
  rerender(app('null'));
  rerender(app('null'));
  rerender(app());
  expect(onVisit).toHaveBeenCalledTimes(3);
});
