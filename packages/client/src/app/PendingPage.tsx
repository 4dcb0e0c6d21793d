import { Skeleton } from '../ui/Skeleton.tsx'

export function PendingPage() {
  return (
    <div className="bare-page">
      <Skeleton rows={7} />
    </div>
  )
}
