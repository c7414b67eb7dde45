import type { ReactNode } from 'react';
import { Card } from 'react-bootstrap';
import { passFocusOn } from './focus';
import { hueStyle } from './hue';
import { Icon, type IconName } from './Icon';

type PanelProps = { icon: IconName; title: string; role?: 'alert' | 'status'; children: ReactNode };

/** In OKLCH degrees. */
const hues = { bag: 165, alert: 25, funnel: 80 };

/** What stands in a list's place when there is no list: why, and a way on. */
export const Panel = ({ icon, title, role, children }: PanelProps) => (
  <Card className="panel text-center" role={role} ref={passFocusOn}>
    <div className="glyph accent" style={hueStyle(hues[icon])}>
      <Icon name={icon} />
    </div>
    <h2 className="fs-4">{title}</h2>
    {children}
  </Card>
);
