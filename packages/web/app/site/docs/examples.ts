import type { WebhookEvent } from '@clearframe/contract';
/** Everything on the page that can be pasted, for the address of this installation. A journey runs each of them. */
export function docsExamples(origin: string) {
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  return {
    keywordsEndpoint: `POST ${origin}/api/keyword-settings`,
    keywords: `curl -X POST "${origin}/api/keyword-settings" \\
  -H "Cookie: access_token=$SESSION" \\
  -H "Content-Type: application/json" \\
  -d '{"forbidden_keywords": ["casino"], "required_keywords": []}'`,
    header: 'Authorization: Bearer $TOKEN',
    usage: `curl "${origin}/api/v1/usage" \\
  ${bearer}`,
    uploadEndpoint: `POST ${origin}/api/v1/upload`,
    uploadFile: `curl -X POST "${origin}/api/v1/upload" \\
  ${bearer} \\
  -F media=@pears.webp \\
  -F title="Three pears" \\
  -F caption="On the shelf, fresh today" \\
  -F tags="fruit,kitchen" \\
  -F metadata='{"order": 42}'`,
    uploadUrl: `curl -X POST "${origin}/api/v1/upload" \\
  ${bearer} \\
  -F media="$PICTURE_URL"`,
    uploadLater: `curl -X POST "${origin}/api/v1/upload?wait=0" \\
  ${bearer} \\
  -F media=@pears.webp`,
    video: `curl -X POST "${origin}/api/v1/upload" \\
  ${bearer} \\
  -H "Idempotency-Key: order-42-video-1" \\
  -F media=@clip.mp4`,
    frames: `curl "${origin}/api/v1/media/$VIDEO_ID/frames?from=0&limit=60" \\
  ${bearer}`,
    item: `curl "${origin}/api/v1/media/$ID" \\
  ${bearer}`,
    uploadRetry: `curl -X POST "${origin}/api/v1/upload" \\
  --max-time 30 --retry 3 \\
  ${bearer} \\
  -H "Idempotency-Key: order-42-picture-1" \\
  -F media=@pears.webp`,
    flagged: `curl "${origin}/api/v1/media?status=flagged&limit=20" \\
  ${bearer}`,
    flaggedNext: `curl "${origin}/api/v1/media?status=flagged&limit=20&cursor=$CURSOR" \\
  ${bearer}`,
    pass: `curl -X POST "${origin}/api/v1/media/$ID/pass" \\
  ${bearer} \\
  -H "Content-Type: application/json" \\
  -d '{"note": "A still life"}'`,
    fail: `curl -X POST "${origin}/api/v1/media/$ID/fail" \\
  ${bearer} \\
  -H "Content-Type: application/json" \\
  -d '{"note": "Not for this shop"}'`,
  };
}

/** Extracts of true answers: every name in them stands in what the server sends. */
export const docsAnswers = {
  upload: `{
  "status": "success",
  "data": {
    "status": "complete",
    "media_upload": {
      "id": "0b9f3a52-6f0e-4d0b-9c8e-0d7a5a1f2c33",
      "title": "Three pears",
      "moderationFlagged": false,
      "needs_review": false
    },
    "moderation": {
      "passed": true,
      "reason": "Nothing was found.",
      "ai_analysis": {
        "flagged": false,
        "scores": { "sexual_explicit": 0.0002 },
        "coverage": { "sexual_explicit": "assessed", "violence": "not_assessed" },
        "description": "What was seen, in words"
      },
      "keyword_check": {
        "passed": true,
        "foundForbidden": [],
        "missingRequired": []
      }
    },
    "analysis_metadata": { "processing_time_ms": 840 },
    "usage": { "frames_charged": 1, "frames_remaining": 14 }
  }
}`,
  frames: `{
  "status": "success",
  "data": {
    "duration_ms": 7600,
    "seconds": [
      {
        "second": 0,
        "scores": { "sexual_explicit": 0.0002 },
        "flagged": false,
        "needs_review": false,
        "same_as": null
      }
    ],
    "thumbnails": [],
    "next_from": null
  }
}`,
  refused: `{
  "status": "error",
  "message": "Invalid API token",
  "data": null
}`,
};

/** Of each event what is POSTed, shortened. */
export const eventExamples: Record<WebhookEvent, string> = {
  'media.analysis.completed': `{
  "event": "media.analysis.completed",
  "timestamp": "2026-11-18T09:12:44.000Z",
  "data": {
    "media_upload": { "id": "0b9f3a52-6f0e-4d0b-9c8e-0d7a5a1f2c33" },
    "moderation": { "passed": true, "reason": "Nothing was found." },
    "analysis_metadata": {
      "processing_time_ms": 840,
      "analysis_version": "1"
    }
  }
}`,
  'notice.received': `{
  "event": "notice.received",
  "timestamp": "2026-11-18T09:30:02.000Z",
  "data": {
    "notice": {
      "number": 12,
      "kind": "dsa",
      "status": "open",
      "due_at": "2026-11-25T09:30:02.000Z",
      "media": null
    }
  }
}`,
  'notice.due': `{
  "event": "notice.due",
  "timestamp": "2026-11-23T15:30:41.000Z",
  "data": {
    "notice": { "number": 12, "status": "open", "overdue": false },
    "level": "soon"
  }
}`,
  'notice.decided': `{
  "event": "notice.decided",
  "timestamp": "2026-11-24T08:11:19.000Z",
  "data": {
    "notice": {
      "number": 12,
      "status": "decided",
      "decision": { "outcome": "removed", "by": "Ada" }
    }
  }
}`,
  'statement.created': `{
  "event": "statement.created",
  "timestamp": "2026-11-24T08:12:00.000Z",
  "data": {
    "statement": {
      "number": 7,
      "label": { "key": "adult", "name": "Adult content" },
      "url": "https://clearframe.example/statement/…"
    },
    "media_upload": { "id": "0b9f3a52-6f0e-4d0b-9c8e-0d7a5a1f2c33" }
  }
}`,
  'appeal.received': `{
  "event": "appeal.received",
  "timestamp": "2026-11-24T19:40:55.000Z",
  "data": {
    "appeal": { "status": "open", "text": "It is a painting." },
    "statement": { "number": 7 }
  }
}`,
  'appeal.decided': `{
  "event": "appeal.decided",
  "timestamp": "2026-11-25T10:02:13.000Z",
  "data": {
    "appeal": { "status": "decided", "outcome": "reversed" },
    "statement": { "number": 7 },
    "media_upload": { "moderationFlagged": false }
  }
}`,
  'second_review.waiting': `{
  "event": "second_review.waiting",
  "timestamp": "2026-11-24T08:12:00.000Z",
  "data": {
    "media_upload": { "id": "0b9f3a52-6f0e-4d0b-9c8e-0d7a5a1f2c33", "moderationFlagged": true },
    "decision": { "state": "waiting_second", "label": { "key": "minors", "name": "Minors" } }
  }
}`,
  'author.updated': `{
  "event": "author.updated",
  "timestamp": "2026-11-25T10:02:13.000Z",
  "data": {
    "author": { "id": "m-9", "action": "watch", "action_reason": "3 strikes", "strikes": { "active": 3 } },
    "change": "action",
    "cause": {
      "by": "rule",
      "decision_id": "3f0f9c1a-5c0e-4d4b-9a57-0d6f1c2b7e11",
      "media_id": "0b0f6f0e-6d3a-4d0b-8c55-7f3a1c9d2e01"
    }
  }
}`,
  'erasure.done': `{
  "event": "erasure.done",
  "timestamp": "2026-11-25T10:02:13.000Z",
  "data": {
    "erasure": { "state": "done", "items": "delete", "items_total": 40, "items_done": 40, "withheld": 1 }
  }
}`,
};

/** How a receiver tells our webhooks from anybody's, in Node. */
export const verifyExample = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the text of the request, before it is parsed.
// secret: the signing secret (whsec_…) of the page Webhooks.
export function isGenuine(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt } = headers;
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(sentAt));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest();
  const given = Buffer.from(headers['webhook-signature'].replace('v1,', ''), 'base64');
  return ageSeconds < 300 && given.length === wanted.length && timingSafeEqual(given, wanted);
}`;
