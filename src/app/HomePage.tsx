import { Col, Row, Stack } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import mosaic from './mosaic.svg';

export const HomePage = () => (
  <Row as="section" className="hero gx-lg-5 align-items-center">
    <Col lg={6}>
      <h1 className="mb-3">Welcome to Our Store!</h1>
      <p className="lead fw-normal text-body-secondary mb-4">Browse our items and manage your cart easily.</p>
      <Stack direction="horizontal" gap={{ xs: 2, sm: 3 }} className="flex-wrap">
        <Link className="btn btn-primary btn-lg px-3 px-sm-4" to="/items">
          Browse Items
        </Link>
        <Link className="btn btn-secondary btn-lg px-3 px-sm-4" to="/cart">
          View Cart
        </Link>
      </Stack>
    </Col>
    <Col lg={6}>
      <img className="mosaic object-fit-cover w-100 mx-auto me-lg-0 d-print-none" src={mosaic} alt="" />
    </Col>
  </Row>
);
