/** Every size, count and time that more than one room must agree on. MB = 1,048,576 bytes. Source: docs/specification.md §5 and §9. */
export const limits = {
  dashboardUploadMaxBytes: 10 * 1_048_576,
  apiUploadMaxBytes: 100 * 1_048_576,
  /** How long a request may take to arrive; what is no upload has two minutes. 100 MB then need 1 Mbit/s. */
  uploadArrivalMs: 15 * 60_000,
  /** Slower than this over half a minute an upload is taken for one that has stalled. */
  uploadBytesPerSecond: 16_384,
  uploadClientTimeoutMs: 60_000,
  dashboardWaitMs: 55_000,
  apiWaitMs: 25_000,
  idempotencyKeptMs: 24 * 3_600_000,
  idempotencyKeyMaxLength: 255,

  nameMaxLength: 100,
  emailMaxLength: 254,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  verificationCodeLength: 5,
  verificationTries: 5,
  verificationLifeMs: 10 * 60_000,
  resendPauseMs: 60_000,
  emailLinkLifeMs: 30 * 60_000,
  resetLinkLifeMs: 30 * 60_000,
  resetRedirectMs: 2_000,
  /** How long a proof of who one is lasts for sensitive changes. */
  confirmationLifeMs: 10 * 60_000,
  /** How long a browser has for the second step, or for the passkey it was asked for. */
  signInChallengeLifeMs: 5 * 60_000,
  twoStepTries: 5,
  recoveryCodes: 10,
  passkeysMax: 20,
  passkeyNameMaxLength: 60,

  /** Members and open invitations of an account together. */
  teamMax: 50,
  invitationLifeMs: 7 * 24 * 3_600_000,

  titleMaxLength: 200,
  descriptionMaxLength: 5_000,
  captionMaxLength: 5_000,
  tagMaxLength: 100,
  tagsMax: 50,
  metadataMaxBytes: 16_384,
  metadataMaxDepth: 8,
  urlMaxLength: 2_048,
  fileNameMaxLength: 255,
  jsonBodyMaxBytes: 262_144,
  jsonMaxDepth: 12,

  keywordMaxLength: 100,
  keywordsMax: 500,
  /** Stars of a keyword with wildcards; several in a row are one. */
  keywordStarsMax: 4,
  /** Keywords with wildcards in a list. */
  keywordPatternsMax: 100,
  /** The longest text that keywords are looked for in, in its normal form. All fields of an item together have about half of it. */
  keywordTextMaxLength: 100_000,
  /** Newest items in which the hits of keywords are counted. */
  keywordHitsItems: 500,
  /** Bits of 256 in which the hashes of two pictures may differ, one being a copy of the other (the paper's own advice). */
  knownDistanceMax: 31,
  /** Of less quality (0…100) a picture has too little to be told from others. */
  knownQualityMin: 50,
  /** Hashes that an account can have imported; a search among so many was measured (bench/known). */
  knownPicturesMax: 1_000_000,
  knownImportLinesMax: 100_000,
  knownImportMaxBytes: 32 * 1_048_576,
  /** Imported lists of an account. */
  knownImportsMax: 100,
  knownNameMaxLength: 100,
  knownPageSize: 20,
  authorIdMaxLength: 255,
  /** As JSON. */
  authorMaxLength: 4_096,
  authorReasonMaxLength: 500,
  authorsPageSize: 20,
  strikesShown: 20,
  labelsMax: 100,
  labelTextMaxLength: 2_000,
  labelReferenceMaxLength: 500,
  labelKeywordsMax: 10,
  tokenNameMaxLength: 100,
  tokensMax: 100,
  tokenLifeMaxDays: 3_650,
  batchItemsMax: 100,
  batchReferenceMaxLength: 200,
  /** How long what became of its items can be asked for. */
  batchKeptMs: 30 * 24 * 3_600_000,
  tokenShownLength: 20,
  webhooksMax: 10,
  chatHooksMax: 10,
  chatHookNameMaxLength: 60,
  webhookTimeoutMs: 30_000,
  /** A person waits for it. */
  webhookTestTimeoutMs: 10_000,
  /** How long what was sent is kept. */
  webhookBodyKeptMs: 7 * 24 * 3_600_000,
  /** How much of an endpoint's answer is kept. */
  webhookResponseMaxBytes: 4_096,
  /** How long deliveries are signed with the old secret too, after it was regenerated. */
  webhookOldSecretLifeMs: 24 * 3_600_000,
  deliveriesPageSize: 20,

  /** How long a claim holds unless it is renewed. */
  claimLifeMs: 2 * 60_000,
  /** How often a page that somebody sees renews its claims. */
  claimRenewMs: 30_000,
  /** The open item, and those that are prepared after it. */
  claimsPerPerson: 5,
  claimSkipMax: 100,

  /** How long a decision can wait for second thoughts. */
  decisionHoldMaxMs: 10_000,
  /** What the dashboard asks for, so that the Undo of its toast is always in time. */
  decisionHoldMs: 8_000,
  decisionsMax: 100,
  noteMaxLength: 1_000,

  securityEventsPageSize: 20,
  /** Items that are counted one by one where no sum is kept: under a search, a type or a source. */
  countedItems: 1_000,
  /** Words from this length on are found by the index, in all items. */
  indexedSearchLength: 3,
  /** How many of the newest items a search by fewer characters looks through. */
  shortSearchItems: 1_000,

  mediaPageSize: 12,
  mediaPageMax: 100,
  pageMax: 10_000,
  cursorMaxLength: 400,
  /** Seconds of a video in one answer. */
  videoSecondsPageMax: 1_000,
  recentListSize: 5,
  cardTagsShown: 3,
  signedUrlLifeMs: 3_600_000,
  /** Addresses of one file are the same for so long, so that browsers do not load a picture again with every reading of a list. */
  signedUrlStepMs: 900_000,

  contactMessageMaxLength: 5_000,
  /** How long a message of the contact form is kept. */
  contactKeptMs: 180 * 24 * 3_600_000,

  /** How long the verdict of a visitor's picture can be read; what the page promises is `tryItGoneMs`. */
  tryItKeptMs: 4 * 60_000,
  /** By then the sweep of each minute has removed the picture and all that was found out about it. */
  tryItGoneMs: 5 * 60_000,
  /** How long one question about it waits for news. */
  tryItWaitMs: 10_000,
  /** The largest picture that a door takes, and how long it waits for a verdict. */
  checkMaxBytes: 20 * 1_048_576,
  checkWaitMs: 25_000,
  /** After so long a check whose process died goes; longer than any door waits. */
  checkKeptMs: 4 * 60_000,
  /** How long the line of a check is kept, and how many are listed at a time. */
  checkLineDays: 30,
  checksPerPage: 50,
  checkersMax: 20,
  checkerNameMaxLength: 100,
  checkerTimeoutMaxMs: 120_000,
  checkerNetworksMax: 20,
  checkerVideoMaxSeconds: 600,
  /** How long the address before a rotation works. */
  checkerOldSecretMs: 24 * 3_600_000,
  /** Pictures of visitors that wait for their analysis at a time. */
  tryItWaitingMax: 8,

  exportKeptMs: 7 * 24 * 3_600_000,
  /** Finished files that a person has of one kind: a newer one takes the place of the oldest. That of all data holds every original. */
  exportsOfAllKept: 1,
  exportsOfKindKept: 10,
  exportLinkLifeMs: 10 * 60_000,

  maxPixels: 50_000_000,
  /**
   * As JPEG and GIF. A PNG of 50,000,000 × 1 pixels takes a codec 1.3
   * GB, one of 1 × 50,000,000 takes it 10 CPU-seconds, in 0.2 MB each.
   */
  maxSidePixels: 65_535,
  animationFramesAnalysed: 8,
  animationPagesMax: 1_000,

  videoMaxMs: 2 * 3_600_000,
  /** Of one picture: 8K, as cameras and phones record it. */
  videoMaxPixels: 36_000_000,
  /** Of all pictures together, every one of which is decoded: two hours of 1080p at 60 a second, or half an hour of 4K. */
  videoMaxPixelsInAll: 900_000_000_000,
  /** Flagged seconds of which a picture is kept. */
  videoThumbnailsMax: 60,
} as const;

/** What an account may choose to keep items, results and logs for, in days. Apart from the others: no page needs it. */
export const retentionLimits = { minDays: 1, maxDays: 3_650, logsMinDays: 30 };
/** Items from either end of a list that the dashboard shows by page; the cursor goes on from there. */
export const pagedItems = 10_000;
