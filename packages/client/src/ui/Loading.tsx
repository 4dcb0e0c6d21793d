import { ErrorState } from './ErrorState.tsx'
import { Skeleton, type SkeletonProps } from './Skeleton.tsx'

export type LoadingProps = SkeletonProps & {
  /** Null while it is loading. */
  readonly error: unknown
  readonly onRetry: () => unknown
}

/** Shown instead of something that is not loaded: that it is loading, or why that failed. */
export function Loading({ error, onRetry, ...rows }: LoadingProps) {
  return error === null ? <Skeleton {...rows} /> : <ErrorState error={error} onRetry={() => void onRetry()} />
}
