import { Link } from 'react-router-dom';

export const NotFoundPage = () => (
  <div className="panel text-center">
    <h1 className="mb-3">Page not found</h1>
    <p className="text-body-secondary mb-4">There is nothing at this address.</p>
    <Link className="btn btn-primary" to="/items">
      Browse Items
    </Link>
  </div>
);
