import type { SuggestionReply } from '@dragoman/contract'
import { ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/Button.tsx'

export type VoteButtonProps = {
  readonly suggestion: SuggestionReply
  readonly isMine: boolean
  readonly refusal: string | null
  readonly onVote: (isFor: boolean) => void
}

/** The number of votes for a suggestion; pressing it adds or removes one's own vote. */
export function VoteButton({ suggestion, isMine, refusal, onVote }: VoteButtonProps) {
  const { t } = useTranslation('review')
  const formats = useFormats()
  const { votes } = suggestion
  return (
    <Button
      size="small"
      look={isMine ? 'quiet' : 'plain'}
      refusal={refusal}
      aria-pressed={isMine}
      aria-label={t(isMine ? 'vote.mine' : 'vote.give', { count: votes })}
      onPress={() => onVote(!isMine)}
    >
      <ChevronUp aria-hidden="true" />
      <span className="num">{formats.number(votes)}</span>
    </Button>
  )
}
