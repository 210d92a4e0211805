# A text with nothing but this comment.
