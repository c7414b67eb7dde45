import { Link } from 'react-router-dom';
import { Panel } from '../features/ui/Panel';

export const NotFoundPage = ({ heading }: { heading: string }) => (
  <div className="py-4 py-md-5">
    <Panel icon="search" title={heading} heading="h1" text="There is nothing at this address.">
      <Link className="btn btn-primary" to="/items">
        Browse Items
      </Link>
      <Link className="btn btn-secondary" to="/">
        Home page
      </Link>
    </Panel>
  </div>
);
