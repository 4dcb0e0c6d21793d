import { ErrorState } from './ErrorState.tsx'
import { Skeleton, type SkeletonProps } from './Skeleton.tsx'

export type LoadingProps = SkeletonProps & {
  /** Null while it is loading. */
  readonly error: unknown
  readonly onRetry: () => unknown
  /** Class of a frame around the placeholder; the error has its own. */
  readonly frame?: string | undefined
}

/** Shown instead of something that is not loaded: that it is loading, or why that failed. */
export function Loading({ error, onRetry, frame, ...rows }: LoadingProps) {
  if (error !== null) return <ErrorState error={error} onRetry={() => void onRetry()} />
  const placeholder = <Skeleton {...rows} />
  return frame === undefined ? placeholder : <div className={frame}>{placeholder}</div>
}
