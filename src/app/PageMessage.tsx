import { Card, Container } from 'react-bootstrap';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { messageClosed, selectMessage } from '../store/messageSlice';

/** The latest message of the channel `page`, at the bottom of the window until it is closed or replaced. */
export function PageMessage() {
  const message = useAppSelector(selectMessage);
  const dispatch = useAppDispatch();
  return (
    <Container fluid="xl" aria-live="polite" id="message" className="fixed-bottom d-print-none">
      {message && (
        // A new key, because screen readers do not repeat a text that stays.
        <Card key={message.requestId} className="flex-row align-items-center gap-2 p-2 mb-2">
          <p className="flex-grow-1 mb-0">{message.text}</p>
          <button
            type="button"
            className="btn btn-sm btn-secondary"
            onClick={() => dispatch(messageClosed())}
          >
            Close
          </button>
        </Card>
      )}
    </Container>
  );
}
