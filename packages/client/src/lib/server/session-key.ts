/** Query key of the session and its permissions: stale when members change. */
export const SESSION = ['session'] as const
