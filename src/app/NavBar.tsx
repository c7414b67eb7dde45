import { Link, NavLink } from 'react-router-dom';
import { logOut, selectToken } from '../features/auth/authSlice';
import { useIsTakenOver } from '../features/ui/ClientOnly';
import { Icon } from '../features/ui/Icon';
import { useArrival } from '../features/ui/useArrival';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { followStorage } from '../store/session';

export function NavBar() {
  const dispatch = useAppDispatch();
  const token = useAppSelector(selectToken);
  const isTakenOver = useIsTakenOver();
  useArrival(() => dispatch(followStorage()));
  return (
    <header className="store-nav sticky-top">
      <nav className="container-xl px-3 d-flex" aria-label="Main">
        <Link className="brand d-none d-sm-flex align-items-center gap-2 me-3" to="/">
          <span className="brand-mark">
            <Icon name="bag" />
          </span>
          Our Store
        </Link>
        <ul className="links list-unstyled d-flex flex-wrap flex-grow-1 mb-0">
          <NavItem to="/" text="Home" />
          <NavItem to="/items" text="Items" />
          <NavItem to="/cart" text="Cart" />
          {/* A page that the build has made has both endings, and its style shows one. */}
          {(token === null || !isTakenOver) && (
            <>
              <NavItem to="/signup" text="Signup" className="of-visitor ms-auto" />
              <NavItem to="/login" text="Login" className="of-visitor" />
            </>
          )}
          {(token !== null || !isTakenOver) && (
            <li className="of-shopper ms-auto">
              <button type="button" className="btn btn-quiet btn-sm" onClick={() => dispatch(logOut())}>
                Logout
              </button>
            </li>
          )}
        </ul>
      </nav>
    </header>
  );
}

const NavItem = ({ to, text, className }: { to: string; text: string; className?: string }) => (
  <li className={className}>
    <NavLink to={to} end>
      {text}
    </NavLink>
  </li>
);
