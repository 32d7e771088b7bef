import type { MediaUpload } from '@clearframe/contract';

export const isVideo = ({ mimeType }: Pick<MediaUpload, 'mimeType'>): boolean => mimeType.startsWith('video/');
