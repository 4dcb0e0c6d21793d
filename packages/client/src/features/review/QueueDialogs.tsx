import type { ReviewItemReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { FailingDialog } from '../../components/FailingDialog.tsx'
import { KeySyntax } from '../../components/KeySyntax.tsx'
import { RejectDialog } from '../../components/RejectDialog.tsx'
import type { TextFields } from '../../components/text-fields-props.ts'
import { ReviewTexts } from './ReviewTexts.tsx'
import { proposedForms, typedStringOf } from './review-item.ts'
import type { Review } from './use-review.ts'

export type QueueDialogsProps = { readonly review: Review; readonly fields: TextFields }

/** Asks before failing texts are approved, and why something is rejected. */
export function QueueDialogs({ review, fields }: QueueDialogsProps) {
  const { t } = useTranslation('review')
  const { failing, rejecting } = review
  return (
    <>
      {failing === null ? null : (
        <FailingDialog
          failing={failing.items}
          cancelLabel={t('failing.keep')}
          onApprove={review.editing.approveFailing}
          onClose={review.stopFailing}
        />
      )}
      {rejecting === null ? null : (
        <RejectDialog
          count={rejecting.length}
          {...rejectedText(rejecting, fields)}
          typed={review.typedRejectionOf(rejecting)}
          onClose={review.stopRejecting}
          onReject={(reason, proposed) => review.reject(rejecting, reason, proposed)}
        />
      )}
    </>
  )
}

/** A single text is shown in the dialog, and another wording can be proposed for it. */
function rejectedText([one, ...more]: readonly ReviewItemReply[], fields: TextFields) {
  if (one === undefined || more.length > 0) return {}
  const about = (
    <KeySyntax of={one.key}>
      <ReviewTexts forms={one.source.forms} language={one.source.language} />
      <ReviewTexts forms={proposedForms(one)} language={one.target.language} />
    </KeySyntax>
  )
  if (one.on !== 'text') return { about }
  return { about, text: { forms: one.target.forms, string: typedStringOf(one), fields } }
}
