import { lazyPart } from '../../components/lazy-part.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { CommentsPanelProps } from './CommentsPanel.tsx'

const CommentsPanel = lazyPart(async () => (await import('./CommentsPanel.tsx')).CommentsPanel, {
  waiting: () => <Skeleton rows={3} height={64} />,
})

/** The comments of a string; their code is loaded when they are first shown. */
export function Comments(props: CommentsPanelProps) {
  return <CommentsPanel key={props.keyId} {...props} />
}
