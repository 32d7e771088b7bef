/** The page of one uploader. Ids are the customer's own, and hold anything. @param page of their uploads */
export const uploaderAddress = (id: string, page = 1): string =>
  `/dashboard/uploaders/${encodeURIComponent(id)}${page > 1 ? `?page=${page}` : ''}`;
