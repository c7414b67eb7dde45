import { loggedOut, selectToken } from '../features/auth/authSlice';
import { Icon } from '../features/ui/Icon';
import { Link } from '../features/ui/Link';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { useScreen } from './routes';

export const NavBar = () => (
  <header className="store-nav sticky-top">
    <nav className="container-xl navbar p-0 px-3 flex-nowrap" aria-label="Main">
      <Link className="navbar-brand d-none d-sm-inline-flex align-items-center gap-2 me-3" to="/">
        <span className="brand-mark">
          <Icon name="bag" />
        </span>
        Our Store
      </Link>
      <ul className="nav flex-wrap flex-grow-1">
        <NavItem to="/" text="Home" />
        <NavItem to="/items" text="Items" />
        <NavItem to="/cart" text="Cart" />
        <AuthItems />
      </ul>
    </nav>
  </header>
);

/** Signup and Login, or Logout; nothing before storage has been read, so that the wrong ones never show. */
function AuthItems() {
  const dispatch = useAppDispatch();
  const token = useAppSelector(selectToken);
  if (token === undefined) return null;
  if (token === null) {
    return (
      <>
        <NavItem to="/signup" text="Signup" className="ms-auto" />
        <NavItem to="/login" text="Login" />
      </>
    );
  }
  return (
    <li className="nav-item ms-auto">
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => dispatch(loggedOut())}>
        Logout
      </button>
    </li>
  );
}

type NavItemProps = { to: string; text: string; className?: string };

function NavItem({ to, text, className = '' }: NavItemProps) {
  const isHere = useScreen().path === to;
  return (
    <li className={`nav-item ${className}`}>
      <Link className="nav-link" to={to} aria-current={isHere ? 'page' : undefined}>
        {text}
      </Link>
    </li>
  );
}
