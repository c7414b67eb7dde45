import { Link, NavLink } from 'react-router-dom';
import { logOut } from '../features/auth/authSlice';
import { useHydrated } from '../features/ui/useHydrated';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { syncToken } from '../store/tokenStorage';
import { useOnNavigation } from '../store/useOnNavigation';
import { SHOP_NAME } from './brand';
import './NavBar.css';

export function NavBar() {
  const dispatch = useAppDispatch();
  const token = useAppSelector(({ auth }) => auth.token);
  const isHydrated = useHydrated();
  // Each request reads the stored token again, but some screens, such as the home page, send none.
  // The page is rendered after the navigation, so its effects run later, and it loads once, with the new token.
  useOnNavigation(() => dispatch(syncToken()));
  return (
    <header className="navbar navbar-expand sticky-top border-bottom d-print-none">
      <nav className="container-xl align-items-stretch" aria-label="Main">
        <Link className="navbar-brand d-flex align-items-center gap-2" to="/" aria-label={SHOP_NAME}>
          <span className="logo flex-shrink-0" />
          <span className="brand-name text-truncate">{SHOP_NAME}</span>
        </Link>
        <ul className="navbar-nav flex-wrap flex-grow-1">
          <NavItem to="/" text="Home" />
          <NavItem to="/items" text="Items" />
          <NavItem to="/cart" text="Cart" />
          {/* A prerendered page has both variants. CSS shows the one that fits the stored token. */}
          {(token === null || !isHydrated) && (
            <>
              <NavItem to="/signup" text="Signup" className="logged-out-only ms-auto" />
              <NavItem to="/login" text="Login" className="logged-out-only" />
            </>
          )}
          {(token !== null || !isHydrated) && (
            <li className="nav-item logged-in-only align-self-center ms-auto my-1">
              <button type="button" className="btn btn-secondary btn-sm" onClick={() => dispatch(logOut())}>
                Logout
              </button>
            </li>
          )}
        </ul>
      </nav>
    </header>
  );
}

const NavItem = ({ to, text, className = '' }: { to: string; text: string; className?: string }) => (
  <li className={`nav-item ${className}`}>
    <NavLink
      className="nav-link d-flex align-items-center justify-content-center h-100"
      to={to}
      end
      caseSensitive
    >
      {text}
    </NavLink>
  </li>
);
