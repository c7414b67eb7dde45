import { Link } from 'react-router-dom';
import mosaic from './mosaic.svg';
import './HomePage.css';

export const HomePage = ({ heading }: { heading: string }) => (
  <section className="hero d-grid align-items-center">
    <div className="hero-columns d-grid gap-5 align-items-center">
      <div>
        <h1 className="mb-3">{heading}</h1>
        <p className="lead fw-normal text-body-secondary mb-4">
          Browse our items and manage your cart easily.
        </p>
        <div className="d-flex flex-wrap gap-2 gap-sm-3">
          <Link className="btn btn-primary btn-lg px-3 px-sm-4" to="/items">
            Browse Items
          </Link>
          <Link className="btn btn-secondary btn-lg px-3 px-sm-4" to="/cart">
            View Cart
          </Link>
        </div>
      </div>
      <div className="mosaic position-relative overflow-hidden">
        <img className="position-absolute w-100" src={mosaic} alt="" />
        {/* The shapes in the primary colour. Inline, because an image cannot use the theme's colours. */}
        <svg
          className="position-absolute w-100 text-primary"
          viewBox="0 0 496 496"
          fill="currentColor"
          aria-hidden="true"
        >
          <path d="M0 115A115 115 0 0 1 115 0v115z" />
          <circle cx="438.5" cy="311.5" r="57.5" />
        </svg>
      </div>
    </div>
  </section>
);
