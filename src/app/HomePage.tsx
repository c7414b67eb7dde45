import { Link } from 'react-router-dom';

export const HomePage = () => (
  <section className="hero">
    <div>
      <h1 className="mb-3">Welcome to Our Store!</h1>
      <p className="lead mb-4">Browse our items and manage your cart easily.</p>
      <div className="d-flex flex-wrap gap-2 gap-sm-3">
        <Link className="btn btn-primary btn-lg px-3 px-sm-4" to="/items">
          Browse Items
        </Link>
        <Link className="btn btn-quiet btn-lg px-3 px-sm-4" to="/cart">
          View Cart
        </Link>
      </div>
    </div>
    <div className="mosaic" aria-hidden="true">
      {[...Array(16).keys()].map((tile) => (
        <span key={tile} />
      ))}
    </div>
  </section>
);
