/** An error that becomes a response with this status. */
export class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const errorResponse = (status: number, message: string) => Response.json({ message }, { status });
