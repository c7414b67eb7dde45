import { act, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { useOnVisit } from './useOnVisit';

let navigate: NavigateFunction;
const onVisit = vi.fn();

function Visitor() {
  navigate = useNavigate();
  useOnVisit(onVisit);
  return null;
}

test('mount, links, the same address, Back and Forward are visits; only the mount is the first', () => {
  render(
    <StrictMode>
      <MemoryRouter>
        <Visitor />
      </MemoryRouter>
    </StrictMode>,
  );
  expect(onVisit).toHaveBeenCalledExactlyOnceWith(true);
  for (const [index, step] of ['/a', '/a', -1, 1].entries()) {
    act(() => void navigate(step as never));
    expect(onVisit).toHaveBeenCalledTimes(index + 2);
    expect(onVisit).toHaveBeenLastCalledWith(false);
  }
});
