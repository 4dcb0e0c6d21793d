import { Skeleton } from '../ui/Skeleton.tsx'

export function PendingPage() {
  return (
    <div style={{ padding: '2rem clamp(1rem, 4vw, 3.5rem)' }}>
      <Skeleton rows={7} />
    </div>
  )
}
