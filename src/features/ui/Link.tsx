import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: string };

/** A link within the store. React Router's own brings 2.5 kB of prefetching and form code that nothing here uses. */
export function Link({ to, ...props }: LinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  function handleClick(event: MouseEvent) {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    // A new tab, a new window or a download is the browser's business.
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    // As browsers do: a link to the same address adds nothing to the history.
    navigate(to, { replace: to === pathname + search });
  }

  return <a {...props} href={href} onClick={handleClick} />;
}
