import type { ReactNode } from 'react';
import { Card } from 'react-bootstrap';
import { moveFocusOnUnmount } from './focus';
import { hueStyle } from './hue';
import { Icon, type IconName } from './Icon';

type PanelProps = { icon: IconName; title: string; role?: 'alert' | 'status'; children: ReactNode };

/** OKLCH hues in degrees. */
const hues = { bag: 165, alert: 25, funnel: 80 };

/** Empty or error state: title, explanation, action. */
export const Panel = ({ icon, title, role, children }: PanelProps) => (
  <Card className="panel text-center" role={role} ref={moveFocusOnUnmount}>
    <div className="glyph accent" style={hueStyle(hues[icon])}>
      <Icon name={icon} />
    </div>
    <h2 className="fs-4">{title}</h2>
    {children}
  </Card>
);
